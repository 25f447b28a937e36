import type { Answer } from '@millwatch/contract/endpoint'
import type { getCompany } from '@millwatch/contract/http/company'
import type { getEquipment, getOrgUnit } from '@millwatch/contract/http/tree'
import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'

export type Company = Omit<Answer<typeof getCompany>['company'], 'tree'> & { tree: TreeNodeShape }
export type OrgUnit = Answer<typeof getOrgUnit>['orgUnit']
export type Equipment = Answer<typeof getEquipment>['equip']
/** A machine as it stands on the page of a unit. */
export type MachineTile = OrgUnit['equipment'][number]
