// `npm run lock`: makes package-lock.json anew from the package.json files, in a folder of its own. Beside an installed
// node_modules npm leaves out integrity and the packages of other platforms. Proves it with `npm ci` before it takes it over.
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

/** Nothing is taken over that is so young that nobody has looked at it. */
async function coolDown(): Promise<void> {
  const lockOf = (base: string) =>
    (JSON.parse(readFileSync(join(base, 'package-lock.json'), 'utf8')) as { packages: Lock }).packages
  const fresh = newIn(lockOf(root), lockOf(folder))
  const ages = await inParallel(
    8,
    fresh.map((one) => async () => [one, await publishedAt(one)] as const),
  )
  const refused = tooYoung(new Map(ages), Date.now(), waivers)
  if (refused.length > 0) throw new Error(`${refused.join('\n')}\npackage-lock.json stays as it was.`)
}

/** When a version was published, epoch ms; undefined where the registry does not say. */
async function publishedAt(one: string): Promise<number | undefined> {
  const [name, version] = [one.slice(0, one.lastIndexOf('@')), one.slice(one.lastIndexOf('@') + 1)]
  const { ok, output } = await run('npm', ['view', name, 'time', '--json'])
  if (!ok) return undefined
  const text = output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)
  const at = Date.parse((JSON.parse(text) as Record<string, string>)[version] ?? '')
  return Number.isNaN(at) ? undefined : at
}
