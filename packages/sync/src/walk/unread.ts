/** Why something on disk could not be read, and what a user can do about it. */
export interface Unread {
  readonly why: string
  readonly remedy: string
}

const AGAIN = 'Run `pnk sync` again.'
const ACCESS =
  'Give yourself read permission, then run `pnk sync`; until then what is indexed stays as it is.'

export const VANISHED: Unread = { why: 'vanished during the sync', remedy: AGAIN }

export const LEADS_NOWHERE: Unread = {
  why: 'symbolic link that leads nowhere',
  remedy: 'Restore what the link leads to, or remove the link, then run `pnk sync`.',
}

/** Why a symbolic link out of the KB is not read, and what to do about it. */
export const LEADS_OUTSIDE: Unread = {
  why: 'symbolic link to a file outside the knowledge base, not followed',
  remedy: 'Replace the link by a copy of the file that it leads to, then run `pnk sync`.',
}

export const NOT_A_FILE: Unread = {
  why: 'not a regular file',
  remedy: 'Put a regular file in its place, or move it away, then run `pnk sync`.',
}

const BY_CODE: Readonly<Record<string, Unread>> = {
  EACCES: { why: 'permission denied (EACCES)', remedy: ACCESS },
  EPERM: { why: 'permission denied (EPERM)', remedy: ACCESS },
  ENOENT: { ...VANISHED, why: `${VANISHED.why} (ENOENT)` },
  EISDIR: { why: 'became a directory during the sync (EISDIR)', remedy: AGAIN },
  ENOTDIR: {
    why: 'a file where a directory was expected (ENOTDIR)',
    remedy: 'Name the directory in `roots` of [sources] and its files in `include`, then run `pnk sync`.',
  },
  ENAMETOOLONG: {
    why: 'its path is too long (ENAMETOOLONG)',
    remedy: 'Shorten the names on the path, or move it up, then run `pnk sync`.',
  },
  ELOOP: {
    why: 'its symbolic links lead in a circle (ELOOP)',
    remedy: 'Remove a link of the circle, then run `pnk sync`.',
  },
}

/** What a code of the file system says. */
export function unreadBy(code: string): Unread {
  return (
    BY_CODE[code] ?? {
      why: `cannot be read (${code})`,
      remedy: 'Check the file and its disk, then run `pnk sync`; until then what is indexed stays as it is.',
    }
  )
}
