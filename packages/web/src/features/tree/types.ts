import type { Answer } from '@millwatch/contract/endpoint'
import type { getCompany, orgUnitsOfCompany } from '@millwatch/contract/http/company'
import type { getEquipment, getOrgUnit } from '@millwatch/contract/http/tree'
import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import type { ReadAs } from './in-zone.ts'

export type Company = Omit<Answer<typeof getCompany>['company'], 'tree'> & { tree: TreeNodeShape }
/** Unit with its machines and figures, and the shift, zone and day start (`readAs`) with which they were read. */
export type OrgUnit = Answer<typeof getOrgUnit>['orgUnit'] & { readAs: ReadAs }
export type Equipment = Answer<typeof getEquipment>['equip']
/** Machine as in the answer for its unit, for a tile. */
export type MachineTile = OrgUnit['equipment'][number]
/** Machine as in its own answer, for its form. */
export type MachineFacts = Equipment
/** Unit as in the list of all units, for its form. */
export type UnitFacts = Answer<typeof orgUnitsOfCompany>['orgUnits'][number]
