import type { Answer } from '@millwatch/contract/endpoint'
import type { utilizationOfOrgUnits } from '@millwatch/contract/http/utilization'

/** The figures of a machine or a unit over a period, explained. */
export type Figures = Omit<Answer<typeof utilizationOfOrgUnits>['orgUnits'][number], 'buckets'>
