import * as runs from '@millwatch/contract/http/runs'
import * as tags from '@millwatch/contract/http/runs-tags'
import { fromIso } from '../../platform/http/instants.ts'
import { type Router, success } from '../../platform/http/route.ts'
import { addScrap, endRun, updateRun } from './change-run.ts'
import { presentRun, presentTag } from './present.ts'
import { type RunsDeps, startRun } from './start-run.ts'
import { createTag, listTags, updateTag } from './tags.ts'

export function runsRoutes(router: Router, deps: RunsDeps): void {
  router.signedIn(runs.startRun, ({ body, inCompany }) => {
    const { equipId: equipmentId, tags: tagIds, startedAt, ...terms } = body
    const from = startedAt === undefined ? {} : { startedAt: fromIso(startedAt, 'body/startedAt') }
    return inCompany(async (ctx) =>
      success({ run: presentRun(await startRun(ctx, deps, { ...terms, equipmentId, tagIds, ...from })) }),
    )
  })
  router.signedIn(runs.updateRun, ({ params, body, inCompany }) =>
    inCompany(async (ctx) => success({ run: presentRun(await updateRun(ctx, deps, params.id, body)) })),
  )
  router.signedIn(runs.endRun, ({ params, body, inCompany }) =>
    inCompany(async (ctx) => success({ run: presentRun(await endRun(ctx, deps, params.id, body.scrap ?? 0)) })),
  )
  router.signedIn(runs.addScrap, ({ params, body, inCompany }) =>
    inCompany(async (ctx) => success({ run: presentRun(await addScrap(ctx, deps, params.id, body.qty)) })),
  )
  tagRoutes(router)
}

function tagRoutes(router: Router): void {
  router.signedIn(tags.listTags, ({ query, inCompany }) =>
    inCompany(async (ctx) => success({ tags: (await listTags(ctx, query.equipId)).map(presentTag) })),
  )
  router.signedIn(tags.createTag, ({ body, inCompany }) =>
    inCompany(async (ctx) => success({ tag: presentTag(await createTag(ctx, body)) })),
  )
  router.signedIn(tags.updateTag, ({ params, body, inCompany }) => {
    const { org_unit_ids: orgUnitIds, equipment_ids: equipmentIds, ...rest } = body
    const where = { ...(orgUnitIds ? { orgUnitIds } : {}), ...(equipmentIds ? { equipmentIds } : {}) }
    return inCompany(async (ctx) =>
      success({ tag: presentTag(await updateTag(ctx, params.id, { ...rest, ...where })) }),
    )
  })
}
