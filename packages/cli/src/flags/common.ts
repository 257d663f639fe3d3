import { boolean, string } from '@oclif/core/flags'

/** `--kb`, on every command that works inside a knowledge base. */
export const kbFlag = string({
  description: 'Directory of the knowledge base, or any directory inside it; default: the current directory',
  helpValue: 'PATH',
})

/** `--json`, on every command whose result a program may want. */
export const jsonFlag = boolean({
  description: 'Print one JSON object on stdout; an error is printed as {"error": {code, message, remedy}}',
  default: false,
})

/** `--offline`, where a model may have to be fetched. */
export const offlineFlag = boolean({
  description:
    'Open no network connection; a model that is not on this machine is reported instead of fetched',
  default: false,
})
