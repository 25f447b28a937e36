import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../tools/setup/place.mjs'
import { installation } from './installation.ts'

const cli = join(root, 'packages/server/src/cli.ts')

/** `millwatch ...`, as the operator of the installation runs it; what it printed. */
export async function millwatch(...args: string[]): Promise<string> {
  const env = { ...process.env, MILLWATCH_DATA: installation().data, DATABASE_URL: '' }
  const { stdout } = await promisify(execFile)(process.execPath, [cli, ...args], { cwd: root, env })
  return stdout
}
