export { readNewMember } from './add-member.ts'
export { membersModule } from './calls.ts'
export { joinWhereInvited } from './invitations.ts'
