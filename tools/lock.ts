// `npm run lock`: makes package-lock.json again from the package.json files, in a separate folder. Beside an installed
// node_modules npm omits integrity and the packages of other platforms. It tests the result with `npm ci` before it replaces
// the file.
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { run } from './lib/commands.ts'
import { inParallel } from './lib/pool.ts'
import type { Lock } from './lock/check.ts'
import { waivers } from './lock/waivers.ts'
import { newIn, tooYoung } from './lock/young.ts'
import { root } from './setup/place.mjs'

const folder = mkdtempSync(join(tmpdir(), 'millwatch-lock-'))
try {
  for (const path of globSync(['package.json', 'package-lock.json', '.npmrc', 'packages/*/package.json'], {
    cwd: root,
  })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    copyFileSync(join(root, path), join(folder, path))
  }
  await npm('install', '--package-lock-only', '--ignore-scripts')
  await coolDown()
  await npm('ci', '--ignore-scripts')
  copyFileSync(join(folder, 'package-lock.json'), join(root, 'package-lock.json'))
  console.log('package-lock.json is new; `npm run verify` checks it, and the next command installs it.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function npm(...args: string[]): Promise<void> {
  console.log(`npm ${args.join(' ')} ...`)
  const { ok, output } = await run('npm', ['--prefix', folder, ...args])
  if (!ok) throw new Error(`${output}\npackage-lock.json stays as it was.`)
}

/** Throws an error with a sentence for each new version in the lock file that is younger than the cool-down and not waived. */
async function coolDown(): Promise<void> {
  const lockOf = (base: string) =>
    (JSON.parse(readFileSync(join(base, 'package-lock.json'), 'utf8')) as { packages: Lock }).packages
  const fresh = newIn(lockOf(root), lockOf(folder))
  const ages = await inParallel(
    8,
    fresh.map((release) => async () => [release, await publishedAt(release)] as const),
  )
  const refused = tooYoung(new Map(ages), Date.now(), waivers)
  if (refused.length > 0) throw new Error(`${refused.join('\n')}\npackage-lock.json stays as it was.`)
}

/**
 * Returns the time (epoch ms) at which a release (`name@version`) was published; undefined if the registry does not state it or
 * cannot be reached.
 */
async function publishedAt(release: string): Promise<number | undefined> {
  const [name, version] = [release.slice(0, release.lastIndexOf('@')), release.slice(release.lastIndexOf('@') + 1)]
  const { ok, output } = await run('npm', ['view', name, 'time', '--json'])
  if (!ok) return undefined
  const text = output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)
  const at = Date.parse((JSON.parse(text) as Record<string, string>)[version] ?? '')
  return Number.isNaN(at) ? undefined : at
}
