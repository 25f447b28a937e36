import { addinsModule } from '../modules/addins/index.ts'
import { alarmsModule } from '../modules/alarms/index.ts'
import { apiKeysModule } from '../modules/api-keys/index.ts'
import { auditModule } from '../modules/audit/index.ts'
import { clientErrorsModule } from '../modules/client-errors/index.ts'
import { companyModule } from '../modules/company/index.ts'
import { devicesModule } from '../modules/devices/index.ts'
import { groupsModule } from '../modules/groups/index.ts'
import { identityModule } from '../modules/identity/index.ts'
import { ingestModule } from '../modules/ingest/index.ts'
import { jobsModule } from '../modules/jobs/index.ts'
import { kiosksModule } from '../modules/kiosks/index.ts'
import { maintenanceModule } from '../modules/maintenance/index.ts'
import { membersModule } from '../modules/members/index.ts'
import { noticesModule } from '../modules/notices/index.ts'
import { notificationsModule } from '../modules/notifications/index.ts'
import { partsModule } from '../modules/parts/index.ts'
import { reportsModule } from '../modules/reports/index.ts'
import { runsModule } from '../modules/runs/index.ts'
import { schedulesModule } from '../modules/schedules/index.ts'
import { shiftsModule } from '../modules/shifts/index.ts'
import { stopsModule } from '../modules/stops/index.ts'
import { treeModule } from '../modules/tree/index.ts'
import { viewsModule } from '../modules/views/index.ts'
import type { Module } from '../platform/calls/calls.ts'

/** All modules in tier order, which is that of `tools/tiers/base/layout.ts`. The app registers them in this order. */
export const modules: readonly Module[] = [
  identityModule,
  treeModule,
  auditModule,
  membersModule,
  kiosksModule,
  apiKeysModule,
  addinsModule,
  clientErrorsModule,
  groupsModule,
  devicesModule,
  schedulesModule,
  companyModule,
  ingestModule,
  shiftsModule,
  stopsModule,
  runsModule,
  partsModule,
  noticesModule,
  alarmsModule,
  notificationsModule,
  maintenanceModule,
  viewsModule,
  reportsModule,
  jobsModule,
]
