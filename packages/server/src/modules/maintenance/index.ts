export { maintenanceModule } from './calls.ts'
