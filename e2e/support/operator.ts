import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createCompany } from '@millwatch/lab/product/company'
import { root } from '../../tools/setup/place.mjs'
import { installation } from './installation.ts'
import type { Person } from './people.ts'

const cli = join(root, 'packages/server/src/cli.ts')

/** Runs `millwatch ...` as the operator of the installation does, and returns its output. Rejects if the command fails. */
export async function millwatch(...args: string[]): Promise<string> {
  const env = { ...process.env, MILLWATCH_DATA: installation().data, DATABASE_URL: '' }
  const { stdout } = await promisify(execFile)(process.execPath, [cli, ...args], { cwd: root, env })
  return stdout
}

/**
 * Creates a company that no other test uses, for changes that affect a whole company. Returns the id of the company and its
 * superuser, whose first password is changed already.
 */
export async function companyApart(url: string, name: string): Promise<{ owner: Person; id: string }> {
  const username = `${randomBytes(4).toString('hex')}@apart.example`
  const { password, id } = await createCompany(url, millwatch, { name, admin: username })
  return { owner: { username, password }, id }
}
