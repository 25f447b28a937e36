import { useLocation } from 'react-router'

/** What a page is about: a unit (`o`) or a machine (`e`), as its address says, on all pages under `/o/{id}` and `/e/{id}`. */
export interface Subject {
  readonly which: 'o' | 'e'
  readonly id: number
}

export function subjectOf(path: string): Subject | undefined {
  const [, which, digits] = /^\/([oe])\/(\d+)(?=\/|$)/.exec(path) ?? []
  const id = Number(digits)
  return which === undefined || !Number.isSafeInteger(id) || id === 0 ? undefined : { which: which as 'o' | 'e', id }
}

/** The page of it: the first two segments of all its addresses. */
export const pathOfSubject = ({ which, id }: Subject): string => `/${which}/${id}`

export const useSubject = (): Subject | undefined => subjectOf(useLocation().pathname)
