/**
 * Prints the messages to send to a language model, as JSON:
 *
 *   node context-builder/main.mjs my-kb 1500 "who repairs the pump"
 */
import { buildContext } from './build-context.mjs'

const [path = '.', maxTokens = '1500', ...question] = process.argv.slice(2)
const context = await buildContext(path, question.join(' '), { maxTokens: Number(maxTokens) })
console.log(JSON.stringify(context ?? { messages: [], reason: 'nothing to answer from' }, null, 2))
