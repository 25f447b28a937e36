import { spawnSync } from 'node:child_process'
import { lchownSync, lstatSync, readdirSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { StartError } from '../../start-error.ts'

/** Nobody, on every system that has it under a number at all; no account is needed or made. */
const unprivilegedId = 65_534

/** How a program of PostgreSQL is run, and to whom its files belong; it refuses to run as root. */
export interface Identity {
  readonly name: 'self' | 'nobody' | 'mapped' | 'capable'
  /** Owner of the files as this process sees it; undefined: leave as they are. */
  readonly owner: number | undefined
  readonly spawnAs: { uid?: number; gid?: number }
  /** Put before the command. */
  readonly prefix: readonly string[]
}

const self: Identity = { name: 'self', owner: undefined, spawnAs: {}, prefix: [] }

const inNamespace = ['unshare', '--user', `--map-user=${unprivilegedId}`, `--map-group=${unprivilegedId}`, '--']

/** For a user number without a name, as some containers have it: initdb insists on a name. */
const named: Identity = { name: 'mapped', owner: undefined, spawnAs: {}, prefix: inNamespace }

/** In the order of preference: the less a server process may do, the earlier. */
const identitiesForRoot: readonly Identity[] = [
  { name: 'nobody', owner: unprivilegedId, spawnAs: { uid: unprivilegedId, gid: unprivilegedId }, prefix: [] },
  // Under folders that only root may enter: root outside, nobody as far as PostgreSQL can tell.
  { name: 'mapped', owner: 0, spawnAs: {}, prefix: inNamespace },
  // Where user namespaces are forbidden (containers): nobody, who may pass through folders all the same.
  {
    name: 'capable',
    owner: unprivilegedId,
    spawnAs: {},
    prefix: [
      'setpriv',
      `--reuid=${unprivilegedId}`,
      `--regid=${unprivilegedId}`,
      '--clear-groups',
      // Without it access(2), by which PostgreSQL looks for itself, would not count the right below.
      '--securebits=+no_setuid_fixup',
      '--inh-caps=+dac_override',
      '--ambient-caps=+dac_override',
      '--',
    ],
  },
]

/** A command line under an identity, for `spawn`. */
export function commandAs(identity: Identity, command: readonly string[]): { file: string; args: string[] } {
  const [file = '', ...args] = [...identity.prefix, ...command]
  return { file, args }
}

/** Really runs the server program and really enters the folder, which is the only proof that both can be done. */
function works(identity: Identity, postgres: string, folder: string): boolean {
  const { file, args } = commandAs(identity, [
    '/bin/sh',
    '-c',
    'cd "$1" && test "$(id -u)" != 0 && "$2" --version >/dev/null',
    'sh',
    folder,
    postgres,
  ])
  return spawnSync(file, args, { cwd: '/', stdio: 'ignore', ...identity.spawnAs }).status === 0
}

function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

/** Chooses how to run PostgreSQL on `folder`. As root this takes some trying. */
export function chooseIdentity(postgres: string, folder: string): Identity {
  if (process.getuid?.() !== 0) return hasName() || !works(named, postgres, folder) ? self : named
  const found = identitiesForRoot.find((identity) => works(identity, postgres, folder))
  if (found) return found
  throw new StartError(
    'PostgreSQL refuses to run as root, and an unprivileged user can enter neither the program nor the data folder here. ' +
      `Do one of these: start Millwatch as an ordinary user; put the project and MILLWATCH_DATA (${folder}) where others ` +
      'may enter (chmod o+x on each folder above); allow user namespaces; or set DATABASE_URL to a server of your own.',
  )
}

/**
 * Hands a file, or a folder and all in it, to the identity. A folder's top comes last, so that a half-done change is
 * seen as such and done again.
 */
export function giveTo(identity: Identity, path: string): void {
  const { owner } = identity
  const top = lstatSync(path)
  if (owner === undefined || top.uid === owner) return
  const entries = top.isDirectory() ? readdirSync(path, { withFileTypes: true, recursive: true }) : []
  for (const entry of entries) lchownSync(join(entry.parentPath, entry.name), owner, owner)
  lchownSync(path, owner, owner)
}
