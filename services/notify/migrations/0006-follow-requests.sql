-- Up Migration

-- Of a notification of a follow: 'requested' by the actor, 'accepted' by the actor, or null for a follow of the member.
alter table notifications add column follow_kind text;
