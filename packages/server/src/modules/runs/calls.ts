import * as runs from '@millwatch/contract/http/runs'
import * as tags from '@millwatch/contract/http/runs-tags'
import { command, type Module, question } from '../../platform/calls/calls.ts'
import { fromIso } from '../../platform/http/instants.ts'
import { addScrap, endRun, updateRun } from './change-run.ts'
import { presentRun, presentTag } from './present.ts'
import type { RunRow } from './queries.ts'
import { startRun } from './start-run.ts'
import { createTag, listTags, updateTag } from './tags.ts'

const presentOne = (run: RunRow) => ({ run: presentRun(run) })

export const runsModule: Module = {
  calls: [
    command(
      runs.startRun,
      (ctx, { body }) => {
        const { equipId: equipmentId, tags: tagIds, startedAt, ...terms } = body
        const from = startedAt === undefined ? {} : { startedAt: fromIso(startedAt, 'body/startedAt') }
        return startRun(ctx, { ...terms, equipmentId, tagIds, ...from })
      },
      presentOne,
    ),
    command(runs.updateRun, (ctx, { params, body }) => updateRun(ctx, params.id, body), presentOne),
    command(runs.endRun, (ctx, { params, body }) => endRun(ctx, params.id, body.scrap ?? 0), presentOne),
    command(runs.addScrap, (ctx, { params, body }) => addScrap(ctx, params.id, body.qty), presentOne),
    question(tags.listTags, async (ctx, { query }) => ({ tags: (await listTags(ctx, query.equipId)).map(presentTag) })),
    command(
      tags.createTag,
      (ctx, { body }) => createTag(ctx, body),
      (tag) => ({ tag: presentTag(tag) }),
    ),
    command(
      tags.updateTag,
      (ctx, { params, body }) => {
        const { org_unit_ids: orgUnitIds, equipment_ids: equipmentIds, ...rest } = body
        const where = { ...(orgUnitIds ? { orgUnitIds } : {}), ...(equipmentIds ? { equipmentIds } : {}) }
        return updateTag(ctx, params.id, { ...rest, ...where })
      },
      (tag) => ({ tag: presentTag(tag) }),
    ),
  ],
}
