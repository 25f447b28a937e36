import { updateCompany } from '@millwatch/contract/http/company'
import { treeOf } from '@millwatch/domain/tree'
import { command, type Module, otherRoutes } from '../../platform/calls/calls.ts'
import { allUnits, presentOrgUnitRow } from '../tree/index.ts'
import { changeTimeZone } from './change-company.ts'
import { firstRunRoutes } from './first-run-routes.ts'
import { logoRoutes } from './logo-routes.ts'
import { companyFacts } from './present-facts.ts'

export const companyModule: Module = {
  calls: [
    command(
      updateCompany,
      (ctx, { body }, needs) => changeTimeZone(ctx, needs, body.orgUnit.timezone),
      async (root, ctx) => ({
        company: await companyFacts(ctx),
        orgUnit: presentOrgUnitRow(root, treeOf(await allUnits(ctx))),
      }),
    ),
    otherRoutes(logoRoutes),
    otherRoutes(firstRunRoutes),
  ],
}
