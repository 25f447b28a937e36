// `npm run lock`: makes package-lock.json anew from the package.json files, in a folder of its own. Beside an installed
// node_modules npm leaves out integrity and the packages of other platforms. Proves it with `npm ci` before it takes it over.
import { copyFileSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { run } from './lib/commands.ts'
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
