import { updateCompany } from '@millwatch/contract/http/company'
import { treeOf } from '@millwatch/domain/tree'
import { command, type Module } from '../../platform/calls/calls.ts'
import { allUnits, presentOrgUnitRow } from '../tree/index.ts'
import { firstRunCalls } from './calls-first-run.ts'
import { logoCalls } from './calls-logo.ts'
import { changeTimeZone } from './change-company.ts'
import { companyFacts } from './present-facts.ts'

export const companyModule: Module = {
  calls: [
    command(
      updateCompany,
      (ctx, { body }) => changeTimeZone(ctx, body.orgUnit.timezone),
      async (root, ctx) => ({
        company: await companyFacts(ctx),
        orgUnit: presentOrgUnitRow(root, treeOf(await allUnits(ctx))),
      }),
    ),
    ...logoCalls,
    ...firstRunCalls,
  ],
}
