import { updateCompany, updateCompanySettings, updateSignIn } from '@millwatch/contract/http/company'
import { treeOf } from '@millwatch/domain/tree'
import { command, type Module } from '../../platform/calls/calls.ts'
import { allUnits, presentOrgUnitRow } from '../tree/index.ts'
import { firstRunCalls } from './calls-first-run.ts'
import { logoCalls } from './calls-logo.ts'
import { changeTimeZone } from './change-company.ts'
import { changeSettings } from './change-settings.ts'
import { changeSignIn } from './change-sign-in.ts'
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
    command(
      updateCompanySettings,
      (ctx, { body }) =>
        changeSettings(ctx, {
          ...(body.first_weekday !== undefined && { firstWeekday: body.first_weekday }),
          ...(body.measure_units !== undefined && { measureUnits: body.measure_units }),
          ...(body.currency !== undefined && { currency: body.currency }),
        }),
      async (_changed, ctx) => ({ company: await companyFacts(ctx) }),
    ),
    command(
      updateSignIn,
      (ctx, { body }) => changeSignIn(ctx, body.second_factor_required),
      async (_changed, ctx) => ({ company: await companyFacts(ctx) }),
    ),
    ...logoCalls,
    ...firstRunCalls,
  ],
}
