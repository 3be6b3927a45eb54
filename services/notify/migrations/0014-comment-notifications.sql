-- Up Migration

-- The comment of the member that was liked, or whose conversation the replies are in. Null: the notification is about the post.
alter table notifications add column target_comment_id uuid;
-- If `comment_id` is a reply: the comment to which it replies, and with which it is hidden or deleted.
alter table notification_actors add column thread_id uuid;
