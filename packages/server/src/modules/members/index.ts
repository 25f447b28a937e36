export { readNewMember } from './add-member.ts'
export type { MembersDeps } from './deps.ts'
export { joinWhereInvited } from './invitations.ts'
export { membersRoutes } from './routes.ts'
