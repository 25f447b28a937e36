import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { compressFiles } from './compress.mjs'
import { runtimePath } from './install.mjs'
import { root } from './place.mjs'
import { runQuietly } from './run.mjs'
import { hashOfFiles, readStamp, writeStamp } from './stamp.mjs'

const web = join(root, 'packages/web')
const dist = join(web, 'dist')
const stampPath = join(root, '.millwatch/web-built')

const SOURCES = [
  'package-lock.json',
  'packages/domain/src',
  'packages/contract/src',
  'packages/web/package.json',
  'packages/web/index.html',
  'packages/web/vite.config.ts',
  'packages/web/public',
  'packages/web/src',
]
const isShipped = (/** @type {string} */ path) => !/\.(test|testing)\.tsx?$/.test(path)
const wanted = () => hashOfFiles(root, SOURCES, isShipped)

export const isBuilt = () => existsSync(join(dist, 'index.html')) && readStamp(stampPath) === wanted()

/**
 * Builds the web pages in a second folder and then replaces the old build by it, so that a running server never serves half a
 * build. The stamp is removed first and written last. Throws an error with the output if the build fails.
 */
export async function build(/** @type {(pid: number) => void} */ onChild) {
  const value = wanted()
  const fresh = join(root, '.millwatch/web-fresh')
  const old = join(root, '.millwatch/web-old')
  rmSync(stampPath, { force: true })
  for (const path of [fresh, old]) rmSync(path, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true })
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const args = [vite, 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn']
  await runQuietly('Building the web pages', runtimePath(), args, {
    cwd: web,
    env: { ...process.env, NODE_ENV: 'production' },
    onChild,
  })
  compressFiles(fresh)
  if (existsSync(dist)) renameSync(dist, old)
  renameSync(fresh, dist)
  rmSync(old, { recursive: true, force: true })
  writeStamp(stampPath, value)
}
