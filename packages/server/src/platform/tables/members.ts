import type { Id, Ms } from './columns.ts'
import type { Role } from './identity.ts'

export interface InvitationTable {
  invitation_id: Id
  company_id: Id
  user_id: Id
  first_name: string
  last_name: string
  role: Role
  created_at: Ms
}
