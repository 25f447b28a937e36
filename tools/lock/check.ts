/** Entry of package-lock.json, with the fields that the check reads. */
export interface LockEntry {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly license?: string
  readonly link?: boolean
  readonly dev?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}
export type Lock = Readonly<Record<string, LockEntry>>
export type Manifest = Pick<LockEntry, 'dependencies' | 'devDependencies' | 'optionalDependencies'>

/**
 * Largest number of direct dependencies at run time. `MOST_TRANSITIVE` is that of all packages; more need a line in
 * docs/decisions.
 */
export const MOST_DIRECT = 47
export const MOST_TRANSITIVE = 550

const LICENCES = new Set([
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'MPL-2.0', // used unchanged
  'OFL-1.1', // fonts
  'MIT OR Apache-2.0',
  '(MIT OR CC0-1.0)',
  '(MIT AND Zlib)',
])
/** Licences of packages whose package.json names none, by the name of the package, as their LICENSE file states them. */
const LICENCE_BY_FILE: Readonly<Record<string, string>> = { 'xmlhttprequest-ssl': 'MIT' }

/**
 * Returns the faults of the lock file, one sentence each: missing checksums, foreign sources, licences not allowed, differences
 * from the manifests, and too many packages. `manifests` are the package.json files of the workspaces by folder (`''` is the
 * root).
 */
export function findings(lock: Lock, manifests: Readonly<Record<string, Manifest>>): string[] {
  const outside = Object.entries(lock).filter(([path, entry]) => path.includes('node_modules/') && !entry.link)
  return [
    ...outside.flatMap(([path, entry]) => entryFindings(path, entry)),
    ...Object.entries(manifests).flatMap(([folder, manifest]) => manifestFindings(lock, folder, manifest)),
    ...budgetFindings(counted(lock, manifests)),
  ]
}

function entryFindings(path: string, entry: LockEntry): string[] {
  const name = nameOf(path)
  const licence = entry.license ?? LICENCE_BY_FILE[name]
  const isPinned = /^sha512-/.test(entry.integrity ?? '')
  const isForeign = entry.resolved !== undefined && !entry.resolved.startsWith('https://registry.npmjs.org/')
  return [
    ...(isPinned
      ? []
      : [`${path} has no sha512 integrity: make the lock file anew (CONTRIBUTING.md, "Dependencies").`]),
    ...(isForeign ? [`${path} comes from ${entry.resolved}, not from the registry.`] : []),
    ...(licence && LICENCES.has(licence)
      ? []
      : [`${path} has licence ${licence ?? 'unknown'}, which is not on the list in tools/lock/check.ts.`]),
  ]
}

const GROUPS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const

/**
 * Returns the differences between a manifest and the lock file for which `npm ci` would fail, and the dependencies without a
 * fixed version, one sentence each.
 */
function manifestFindings(lock: Lock, folder: string, manifest: Manifest): string[] {
  const where = folder ? `${folder}/package.json` : 'package.json'
  const entry = lock[folder] ?? {}
  return GROUPS.flatMap((group) => {
    const [declared, locked] = [manifest[group] ?? {}, entry[group] ?? {}]
    const names = new Set([...Object.keys(declared), ...Object.keys(locked)])
    return [...names].flatMap((name) => {
      if (declared[name] !== locked[name]) return [`${where} and package-lock.json differ in ${group} about ${name}.`]
      if (!/^\d/.test(declared[name] ?? '')) return [`${where}: ${name} is not pinned to a version.`]
      const isThere = [`${folder}/node_modules/${name}`, `node_modules/${name}`].some((path) => path in lock)
      return isThere ? [] : [`package-lock.json has no entry for ${name} of ${where}: npm ci would fail.`]
    })
  })
}

/**
 * Returns the number of direct dependencies of all manifests at run time, and of all packages in the lock file installed to run
 * (not to develop) the program on any platform. Workspaces are left out.
 */
function counted(lock: Lock, manifests: Readonly<Record<string, Manifest>>): { direct: number; transitive: number } {
  const direct = Object.values(manifests).flatMap((manifest) =>
    [...Object.keys(manifest.dependencies ?? {}), ...Object.keys(manifest.optionalDependencies ?? {})].filter(
      (name) => !name.startsWith('@millwatch/'),
    ),
  )
  const transitive = Object.entries(lock).filter(
    ([path, entry]) => path.includes('node_modules/') && !entry.link && !entry.dev,
  )
  return { direct: new Set(direct).size, transitive: transitive.length }
}

function budgetFindings({ direct, transitive }: { direct: number; transitive: number }): string[] {
  const remedy = 'do without one, or say why in docs/decisions'
  return [
    ...(direct > MOST_DIRECT ? [`${direct} direct dependencies at run time (at most ${MOST_DIRECT}): ${remedy}.`] : []),
    ...(transitive > MOST_TRANSITIVE
      ? [`${transitive} packages at run time (at most ${MOST_TRANSITIVE}): ${remedy}.`]
      : []),
  ]
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
