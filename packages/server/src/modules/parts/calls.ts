import type { Body } from '@millwatch/contract/endpoint'
import * as contract from '@millwatch/contract/http/parts'
import { command, type Module, question } from '../../platform/calls/calls.ts'
import { fromIso } from '../../platform/http/instants.ts'
import { changeWork, recordWorkOnStop, removeWork } from './history.ts'
import { partsInOrder } from './in-order.ts'
import { partsOfMachine } from './on-machines.ts'
import { createPart, type PartInput, removePart, updatePart } from './parts.ts'
import { presentPart, presentPartHistory } from './present.ts'
import { allParts, type PartRow, partsInUse } from './queries.ts'
import type { PartHistoryRow } from './queries-history.ts'

const presentOne = (part: PartRow) => ({ part: presentPart(part) })
const presentRow = (row: PartHistoryRow) => ({ history: presentPartHistory(row) })
const empty = () => ({})

export const partsModule: Module = {
  calls: [
    question(contract.listParts, async (ctx, { query }) => ({
      parts: partsInOrder(await (query.includeDeleted ? allParts(ctx) : partsInUse(ctx))).map(presentPart),
    })),
    question(contract.listPartsOfEquipment, async (ctx, { params }) => ({
      parts: (await partsOfMachine(ctx, params.id)).map(presentPart),
    })),
    command(contract.createPart, (ctx, { body }) => createPart(ctx, body), presentOne),
    command(
      contract.updatePart,
      (ctx, { params, body }) => updatePart(ctx, params.id, inputOf(body.attrs)),
      presentOne,
    ),
    command(contract.deletePart, (ctx, { params }) => removePart(ctx, params.id), empty),
    command(
      contract.createPartHistory,
      (ctx, { body }) => {
        const { equipId: equipmentId, statusLogId: intervalId, partId, action, qty } = body
        const createdAt = body.createdAt === undefined ? undefined : fromIso(body.createdAt, 'body/createdAt')
        return recordWorkOnStop(ctx, { equipmentId, intervalId, partId, action, qty, createdAt })
      },
      presentRow,
    ),
    command(
      contract.updatePartHistory,
      (ctx, { params, body: { attrs } }) =>
        changeWork(ctx, params.id, { partId: attrs.critical_part_id, action: attrs.action_base, qty: attrs.qty }),
      presentRow,
    ),
    command(contract.deletePartHistory, (ctx, { params }) => removeWork(ctx, params.id), empty),
  ],
}

const inputOf = (attrs: Body<typeof contract.updatePart>['attrs']): PartInput => ({
  number: attrs.number,
  description: attrs.description,
  url: attrs.url,
  orgUnitIds: attrs.org_unit_ids,
  equipmentIds: attrs.equipment_ids,
  categoryIds: attrs.category_ids,
  manufacturerIds: attrs.manufacturer_ids,
  modelIds: attrs.model_ids,
})
