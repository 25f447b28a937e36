import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../tools/setup/place.mjs'
import { installation } from './installation.ts'
import { changeFirstPassword, type Person } from './people.ts'

const cli = join(root, 'packages/server/src/cli.ts')

/** `millwatch ...`, as the operator of the installation runs it; what it printed. */
export async function millwatch(...args: string[]): Promise<string> {
  const env = { ...process.env, MILLWATCH_DATA: installation().data, DATABASE_URL: '' }
  const { stdout } = await promisify(execFile)(process.execPath, [cli, ...args], { cwd: root, env })
  return stdout
}

/** A company that nobody else is in, for what concerns all of one; its superuser has changed the first password. */
export async function companyApart(url: string, name: string): Promise<{ owner: Person; id: string }> {
  const username = `${randomBytes(4).toString('hex')}@apart.example`
  const said = await millwatch('company', 'create', name, '--admin', username)
  const [, id] = /\((\d+)\) is made/.exec(said) ?? []
  const [, first] = /shown this once: (\S+)/.exec(said) ?? []
  if (id === undefined || first === undefined) throw new Error(`The command line said: ${said}`)
  return { owner: { username, password: await changeFirstPassword(url, username, first) }, id }
}
