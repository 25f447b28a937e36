import type { Answer } from '@millwatch/contract/endpoint'
import type { getCompany, orgUnitsOfCompany } from '@millwatch/contract/http/company'
import type { getEquipment, getOrgUnit } from '@millwatch/contract/http/tree'
import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import type { ReadAs } from './in-zone.ts'

export type Company = Omit<Answer<typeof getCompany>['company'], 'tree'> & { tree: TreeNodeShape }
/** A unit, and as what its figures were read: its period it tells itself. */
export type OrgUnit = Answer<typeof getOrgUnit>['orgUnit'] & { readAs: ReadAs }
export type Equipment = Answer<typeof getEquipment>['equip']
/** A machine as it stands on the page of a unit. */
export type MachineTile = OrgUnit['equipment'][number]
/** A machine as its settings are shown. */
export type MachineFacts = Equipment
/** A unit as its settings are shown. */
export type UnitFacts = Answer<typeof orgUnitsOfCompany>['orgUnits'][number]
