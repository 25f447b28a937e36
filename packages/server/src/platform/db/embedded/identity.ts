import { spawnSync } from 'node:child_process'
import { lchownSync, lstatSync, readdirSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { StartError } from '../../start-error.ts'

/** User id of `nobody`, which needs no account on the system. */
const unprivilegedId = 65_534

/**
 * System user under which PostgreSQL runs and to whom its files belong. PostgreSQL itself never sees root, as it refuses that;
 * with `mapped` the process, and the owner of the files, can be root outside the user namespace.
 */
export interface Identity {
  readonly name: 'self' | 'nobody' | 'mapped' | 'capable'
  /** Owner of the files as this process sees it; undefined: files keep their owner. */
  readonly owner: number | undefined
  readonly spawnAs: { uid?: number; gid?: number }
  /** Arguments put before a command so that it runs under this identity; empty: none. */
  readonly prefix: readonly string[]
}

const self: Identity = { name: 'self', owner: undefined, spawnAs: {}, prefix: [] }

const inNamespace = ['unshare', '--user', `--map-user=${unprivilegedId}`, `--map-group=${unprivilegedId}`, '--']

/**
 * Identity for a process whose user id has no name, as in some containers: it runs in a user namespace, because `initdb` requires
 * a name.
 */
const named: Identity = { name: 'mapped', owner: undefined, spawnAs: {}, prefix: inNamespace }

/** Identities in order of preference: those with fewer rights first. */
const identitiesForRoot: readonly Identity[] = [
  { name: 'nobody', owner: unprivilegedId, spawnAs: { uid: unprivilegedId, gid: unprivilegedId }, prefix: [] },
  // For folders that only root may enter: root outside the namespace, nobody as far as PostgreSQL can see.
  { name: 'mapped', owner: 0, spawnAs: {}, prefix: inNamespace },
  // For containers that forbid user namespaces: nobody, with the right to pass through all folders.
  {
    name: 'capable',
    owner: unprivilegedId,
    spawnAs: {},
    prefix: [
      'setpriv',
      `--reuid=${unprivilegedId}`,
      `--regid=${unprivilegedId}`,
      '--clear-groups',
      // Without it, access(2), which PostgreSQL uses to find itself, would ignore the right below.
      '--securebits=+no_setuid_fixup',
      '--inh-caps=+dac_override',
      '--ambient-caps=+dac_override',
      '--',
    ],
  },
]

/** Returns the file and the arguments for `spawn` by which a command runs under an identity. The caller adds `spawnAs`. */
export function commandAs(identity: Identity, command: readonly string[]): { file: string; args: string[] } {
  const [file = '', ...args] = [...identity.prefix, ...command]
  return { file, args }
}

/** Returns true if the identity can run the server program and enter the folder; it really tries both. */
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

/**
 * Returns the identity under which PostgreSQL can run on `folder`. Without root rights: the present user, or a user namespace if
 * that user has no name and the namespace works. As root: the first unprivileged identity that works when tried. Throws a start
 * error with advice when none does.
 */
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
 * Makes the identity the owner, and its group the group, of a file, or of a folder with everything in it. Does nothing when it
 * owns the top already, or when the identity leaves files to their owner. The folder itself comes last, so that an interrupted
 * change is repeated.
 */
export function giveTo(identity: Identity, path: string): void {
  const { owner } = identity
  const top = lstatSync(path)
  if (owner === undefined || top.uid === owner) return
  const entries = top.isDirectory() ? readdirSync(path, { withFileTypes: true, recursive: true }) : []
  for (const entry of entries) lchownSync(join(entry.parentPath, entry.name), owner, owner)
  lchownSync(path, owner, owner)
}
