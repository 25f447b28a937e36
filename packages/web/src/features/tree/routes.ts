import type { NodeKey } from './rows.ts'

/** Pages that units and machines both have. */
const SHARED = ['/alarms', '/pm', '/reports/downtime', '/reports/runs', '/reports/shifts', '/reports/parts']

/** What of the address goes along between two units or two machines: the tab of the page, the panel beside it. */
const ALONG = ['tab', 'panel'] as const

/** Its devices are those of one machine. */
const isOfOne = (page: string): boolean => page.startsWith('/d/')

const whichOf = (key: NodeKey): 'o' | 'e' => (key.startsWith('o-') ? 'o' : 'e')

interface Address {
  readonly pathname: string
  readonly search: string
}

/**
 * The address of a node: `base` is that of its own page, and where the node has it too, the page is kept that is open now, with
 * its tab and panel.
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
