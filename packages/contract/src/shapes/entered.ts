import { Type } from 'typebox'
import { Id, Instant } from './common.ts'

export const SessionUser = Type.Object({
  id: Id,
  username: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  company_id: Id,
  company_name: Type.String(),
  root_org_unit_id: Id,
  is_admin: Type.Boolean(),
  is_superuser: Type.Boolean(),
})

/** Answer to a sign-in. `token` is for programs; a browser has it in its cookie only. */
export const Entered = Type.Object({
  token: Type.Optional(Type.String()),
  expires_at: Instant,
  user: SessionUser,
  /** True: nothing else can be done until the password is changed. */
  must_change_password: Type.Boolean(),
})

/** Companies of a person of several who has to choose one. */
export const CompanyList = Type.Object({
  companies: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  default_company_id: Id,
})
