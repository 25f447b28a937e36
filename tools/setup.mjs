// Prepares a clone: installs the packages of the lock file, then builds the web pages; does nothing when both are up to date.
// It is plain JavaScript without dependencies, since it runs under the machine's own Node (20 or newer) before any package is
// installed. `--no-web` skips the pages, for commands that need no browser.
import { join } from 'node:path'
import { install, isInstalled } from './setup/install.mjs'
import { root } from './setup/place.mjs'
import { inTurn } from './setup/turn.mjs'
import { build, isBuilt } from './setup/web.mjs'

const OLDEST_NODE = 20

async function setup(/** @type {boolean} */ withWeb) {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
    throw new Error(`Node ${OLDEST_NODE} or newer is needed to install; this is ${process.version}.`)
  }
  const isReady = () => isInstalled() && (!withWeb || isBuilt())
  if (isReady()) return
  const waiting = () => console.log('Waiting for another setup of this folder ...')
  await inTurn(join(root, '.millwatch/setup.lock'), waiting, async (onChild) => {
    if (!isInstalled()) await install(onChild)
    if (withWeb && !isBuilt()) await build(onChild)
  })
}

try {
  await setup(!process.argv.includes('--no-web'))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
