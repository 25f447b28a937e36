import { reports } from '../../scope/reports.ts'
import type { NodeKey } from './rows.ts'

/** Paths after `/o/1` or `/e/1` of the pages that exist for both units and machines. */
const SHARED = [
  ...['/alarms', '/pm', '/reports'],
  ...reports.filter(({ which }) => which.length > 1).map(({ name }) => `/reports/${name}`),
]

/**
 * Names of the query parameters that are kept from one unit to another or one machine to another: the tab of the page and the
 * open panel.
 */
const ALONG = ['tab', 'panel'] as const

/** Returns true for the path of a page about a device, which belongs to one machine. */
const isOfOne = (page: string): boolean => page.startsWith('/d/')

const whichOf = (key: NodeKey): 'o' | 'e' => (key.startsWith('o-') ? 'o' : 'e')

interface Address {
  readonly pathname: string
  readonly search: string
}

/**
 * Returns the address that a click on a node of the tree opens. `base` is the address of the node's own page. If the page that is
 * open now exists for this node too, that page is kept, and between nodes of the same kind its tab and panel.
 */
export function addressOf(key: NodeKey, base: string, now: Address): string {
  const [, from, page = ''] = /^\/([oe])\/\d+(\/.*)?$/.exec(now.pathname) ?? []
  const isAlike = from === whichOf(key)
  const kept = isAlike ? !isOfOne(page) : SHARED.includes(page)
  const [path = '', query = ''] = base.split('?')
  const search = new URLSearchParams(now.search)
  const along = isAlike ? ALONG.filter((name) => search.has(name)).map((name) => `${name}=${search.get(name)}`) : []
  const all = [...(query === '' ? [] : [query]), ...along]
  return `${path}${kept ? page : ''}${all.length === 0 ? '' : `?${all.join('&')}`}`
}
