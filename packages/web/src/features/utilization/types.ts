import type { Answer } from '@millwatch/contract/endpoint'
import type { utilizationOfOrgUnits } from '@millwatch/contract/http/utilization'

export type OrgUnitFigures = Answer<typeof utilizationOfOrgUnits>['orgUnits'][number]
