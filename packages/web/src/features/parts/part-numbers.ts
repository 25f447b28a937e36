import { useQuery } from '@tanstack/react-query'
import { allPartsQuery } from './queries.ts'

/**
 * Returns the numbers of all parts of the company by id, including removed parts. They are read only while `isWanted` is true.
 * The map is empty until they were read, here or by another component.
 */
export function usePartNumbers(isWanted: boolean): ReadonlyMap<number, string> {
  const { data } = useQuery({ ...allPartsQuery, enabled: isWanted, select: numbersOf })
  return data ?? NONE
}

const NONE: ReadonlyMap<number, string> = new Map()
const numbersOf = (parts: readonly { readonly id: number; readonly number: string }[]) =>
  new Map(parts.map(({ id, number }) => [id, number]))
