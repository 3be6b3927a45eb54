-- Up Migration

alter table conversations validate constraint conversations_pair;
