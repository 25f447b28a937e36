import { updateCompany } from '@millwatch/contract/http/company'
import { treeOf } from '@millwatch/domain/tree'
import { type Router, success } from '../../platform/http/route.ts'
import { allUnits, presentOrgUnitRow, type TreeDeps } from '../tree/index.ts'
import { changeTimeZone } from './change-company.ts'
import { companyFacts } from './facts.ts'

export function companyRoutes(router: Router, deps: TreeDeps): void {
  router.signedIn(updateCompany, ({ body, inCompany }) =>
    inCompany(async (ctx) => {
      const root = await changeTimeZone(ctx, deps, body.orgUnit.timezone)
      const orgUnit = presentOrgUnitRow(root, treeOf(await allUnits(ctx)))
      return success({ company: await companyFacts(ctx), orgUnit })
    }),
  )
}
