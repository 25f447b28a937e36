import type { Answer } from '@millwatch/contract/endpoint'
import type { getCompany, orgUnitsOfCompany } from '@millwatch/contract/http/company'
import type { getEquipment, getOrgUnit } from '@millwatch/contract/http/tree'
import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import type { ReadAs } from './in-zone.ts'

export type Company = Omit<Answer<typeof getCompany>['company'], 'tree'> & { tree: TreeNodeShape }
/** A unit with its figures; `readAs` is how they were read. */
export type OrgUnit = Answer<typeof getOrgUnit>['orgUnit'] & { readAs: ReadAs }
export type Equipment = Answer<typeof getEquipment>['equip']
/** A machine as listed on the page of a unit. */
export type MachineTile = OrgUnit['equipment'][number]
/** A machine as its settings form uses it. */
export type MachineFacts = Equipment
/** A unit as its settings form uses it. */
export type UnitFacts = Answer<typeof orgUnitsOfCompany>['orgUnits'][number]
