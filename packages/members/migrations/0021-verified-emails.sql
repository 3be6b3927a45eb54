-- Up Migration

-- Whether the member has proved the e-mail address of the account; null until an event of auth has said it.
alter table members add column email_verified boolean;
