export { type MemberRecord, readNewMember, type TypedMember } from './add-member.ts'
export { membersModule } from './calls.ts'
export { changeOwn } from './own-settings.ts'
