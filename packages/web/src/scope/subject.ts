import { useLocation } from 'react-router'

/** Unit (`o`) or machine (`e`) that a page is about, from its address; on all pages under `/o/{id}` and `/e/{id}`. */
export interface Subject {
  readonly which: 'o' | 'e'
  readonly id: number
}

export function subjectOf(path: string): Subject | undefined {
  const [, which, digits] = /^\/([oe])\/(\d+)(?=\/|$)/.exec(path) ?? []
  const id = Number(digits)
  return which === undefined || !Number.isSafeInteger(id) || id === 0 ? undefined : { which: which as 'o' | 'e', id }
}

/** Returns the address of its own page: the first two segments of all its addresses. */
export const pathOfSubject = ({ which, id }: Subject): string => `/${which}/${id}`

export const useSubject = (): Subject | undefined => subjectOf(useLocation().pathname)
