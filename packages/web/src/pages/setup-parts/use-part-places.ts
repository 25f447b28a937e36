import { byNaturalOrder } from '@millwatch/domain/tree'
import { useQuery } from '@tanstack/react-query'
import type { PartPlaces } from '../../features/parts/edit-part.tsx'
import { categoriesQuery, manufacturersQuery, modelsQuery } from '../../features/tree/lists.ts'
import { companyQuery } from '../../features/tree/queries.ts'
import { machineOptions, unitOptions } from '../../scope/tree-options.ts'

const named = ({ id, name }: { readonly id: number; readonly name: string }) => ({ value: String(id), label: name })
const byLabel = (a: { readonly label: string }, b: { readonly label: string }) => byNaturalOrder(a.label, b.label)

/**
 * Returns options of the units, machines, categories, manufacturers and models to which a part can be limited, the last three A
 * to Z; undefined for those that are not read yet.
 */
export function usePartPlaces(): PartPlaces {
  const { data: company } = useQuery(companyQuery)
  const { data: categories } = useQuery(categoriesQuery)
  const { data: manufacturers } = useQuery(manufacturersQuery)
  const { data: models } = useQuery(modelsQuery)
  return {
    units: company && unitOptions(company.tree),
    machines: company && machineOptions(company.tree),
    categories: categories?.map(named).toSorted(byLabel),
    manufacturers: manufacturers?.map(named).toSorted(byLabel),
    models:
      models &&
      Object.values(models)
        .flat()
        .map(({ id, number }) => ({ value: String(id), label: number }))
        .toSorted(byLabel),
  }
}
