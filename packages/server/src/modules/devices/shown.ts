import type { Needs } from '../../platform/calls/needs.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { NotFound } from '../../platform/errors.ts'
import { getDevice } from './checks.ts'
import { presentDevices } from './present.ts'
import type { DeviceRow } from './queries-devices.ts'

/** Converts a device into API form, as `{device}`, with settings and account as of now. */
export async function shown(ctx: Ctx, deps: Pick<Needs, 'accountsOf'>, device: DeviceRow) {
  const [presented] = await presentDevices(ctx, deps, [device])
  if (!presented) throw new NotFound()
  return { device: presented }
}
export const shownById = async (ctx: Ctx, deps: Pick<Needs, 'accountsOf'>, id: number) =>
  shown(ctx, deps, await getDevice(ctx, id))
