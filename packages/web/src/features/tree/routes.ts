import type { NodeKey } from './rows.ts'

/** Pages that units and machines both have. */
const SHARED = ['/alarms', '/pm', '/reports/downtime', '/reports/runs', '/reports/shifts', '/reports/parts']

/** Its devices are those of one machine. */
const isOfOne = (page: string): boolean => page.startsWith('/d/')

/** The path of a node, with the page that is open beside another node, where this one has such a page too. */
export function pathOf(key: NodeKey, current: string): string {
  const [, from, page = ''] = /^\/([oe])\/\d+(\/.*)?$/.exec(current) ?? []
  const which = key.startsWith('o-') ? 'o' : 'e'
  const kept = from === which ? !isOfOne(page) : SHARED.includes(page)
  return `/${which}/${key.slice(2)}${kept ? page : ''}`
}
