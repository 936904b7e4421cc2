/** What an agent searches for, and what it wants: written before looking at the names of actions. */
export const agentPhrases: readonly { phrase: string; provider: string; wants: string }[] = [
  { phrase: 'add a row to a table in Airtable', provider: 'airtable', wants: 'create records' },
  { phrase: 'which bases do I have access to in airtable?', provider: 'airtable', wants: 'list bases' },
  { phrase: 'update the status field of one airtable record', provider: 'airtable', wants: 'update a record' },
  { phrase: 'what columns does this airtable table have', provider: 'airtable', wants: 'schema of a base' },

  { phrase: 'mark an asana task as done', provider: 'asana', wants: 'PUT /tasks/{task_gid}' },
  { phrase: 'tasks in the Marketing project in Asana', provider: 'asana', wants: 'GET /projects/{project_gid}/tasks, or GET /tasks' },
  { phrase: 'comment on an asana task', provider: 'asana', wants: 'POST /tasks/{task_gid}/stories' },
  { phrase: 'move a task into another section of the asana board', provider: 'asana', wants: 'POST /sections/{section_gid}/addTask' },

  { phrase: 'find pages in our Confluence wiki that mention onboarding', provider: 'confluence', wants: 'search' },
  { phrase: 'write a new wiki page in a Confluence space', provider: 'confluence', wants: 'create a page' },
  { phrase: 'read the text of a confluence page', provider: 'confluence', wants: 'get a page' },
  { phrase: 'which spaces exist in confluence?', provider: 'confluence', wants: 'list spaces' },

  { phrase: 'export a frame of a Figma file as PNG', provider: 'figma', wants: 'GET /v1/images/{file_key}' },
  { phrase: 'comments people left on the figma design', provider: 'figma', wants: 'GET /v1/files/{file_key}/comments' },
  { phrase: 'leave a comment on a figma file', provider: 'figma', wants: 'POST /v1/files/{file_key}/comments' },
  { phrase: 'list the files of a Figma project', provider: 'figma', wants: 'GET /v1/projects/{project_id}/files' },

  { phrase: 'open a bug report in a GitHub repository', provider: 'github', wants: 'POST /repos/{owner}/{repo}/issues' },
  { phrase: 'merge the pull request', provider: 'github', wants: 'PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge' },
  { phrase: 'who reviewed this pull request?', provider: 'github', wants: 'GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews' },
  { phrase: 'rerun the failed jobs of a workflow', provider: 'github', wants: 'POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun-failed-jobs' },

  { phrase: "emails from my boss that I haven't read yet, in Gmail", provider: 'gmail', wants: 'GET /gmail/v1/users/{userId}/messages' },
  { phrase: 'reply to an email in Gmail', provider: 'gmail', wants: 'POST /gmail/v1/users/{userId}/messages/send' },
  { phrase: 'put a label on a gmail message', provider: 'gmail', wants: 'POST /gmail/v1/users/{userId}/messages/{id}/modify' },
  { phrase: 'download an attachment of a mail in gmail', provider: 'gmail', wants: 'GET .../messages/{messageId}/attachments/{id}' },

  { phrase: 'when am I free tomorrow afternoon? (google calendar)', provider: 'google-calendar', wants: 'POST /freeBusy' },
  { phrase: 'schedule a meeting with two guests in google calendar', provider: 'google-calendar', wants: 'POST /calendars/{calendarId}/events' },
  { phrase: 'cancel an event in my google calendar', provider: 'google-calendar', wants: 'DELETE /calendars/{calendarId}/events/{eventId}' },
  { phrase: 'what meetings do I have this week on Google Calendar?', provider: 'google-calendar', wants: 'GET /calendars/{calendarId}/events' },

  { phrase: 'share a google doc with a colleague', provider: 'google-drive', wants: 'POST /files/{fileId}/permissions' },
  { phrase: 'look for a spreadsheet in google drive by its name', provider: 'google-drive', wants: 'GET /files' },
  { phrase: 'who has access to this drive file?', provider: 'google-drive', wants: 'GET /files/{fileId}/permissions' },
  { phrase: 'make a new folder in Drive', provider: 'google-drive', wants: 'POST /files, or an own action for folders' },

  { phrase: 'append rows to a google sheet', provider: 'google-sheets', wants: 'POST .../values/{range}:append' },
  { phrase: 'read the cells A1 to D20 of a spreadsheet', provider: 'google-sheets', wants: 'GET .../values/{range}' },
  { phrase: 'wipe a range in a Google Sheet', provider: 'google-sheets', wants: 'POST .../values/{range}:clear' },
  { phrase: 'add another tab to the spreadsheet', provider: 'google-sheets', wants: 'add a sheet (batchUpdate)' },

  { phrase: 'find a contact in HubSpot by email address', provider: 'hubspot', wants: 'search' },
  { phrase: 'new deal in the hubspot crm', provider: 'hubspot', wants: 'create' },
  { phrase: 'change the lifecycle stage of a hubspot contact', provider: 'hubspot', wants: 'update' },
  { phrase: 'link a HubSpot contact to a company', provider: 'hubspot', wants: 'associate' },

  { phrase: "answer a customer's conversation in Intercom", provider: 'intercom', wants: 'POST /conversations/{id}/reply' },
  { phrase: 'close an intercom conversation', provider: 'intercom', wants: 'POST /conversations/{id}/parts' },
  { phrase: 'tag an Intercom user', provider: 'intercom', wants: 'POST /contacts/{contact_id}/tags' },
  { phrase: 'search for help center articles about refunds in intercom', provider: 'intercom', wants: 'GET /articles/search' },

  { phrase: 'move a Jira ticket to In Progress', provider: 'jira', wants: 'POST /issue/{issueIdOrKey}/transitions' },
  { phrase: 'which bugs are assigned to me in jira?', provider: 'jira', wants: 'GET or POST /search/jql' },
  { phrase: 'log two hours of work on a jira issue', provider: 'jira', wants: 'POST /issue/{issueIdOrKey}/worklog' },
  { phrase: 'who watches this jira issue?', provider: 'jira', wants: 'GET /issue/{issueIdOrKey}/watchers' },

  { phrase: 'file a bug in Linear', provider: 'linear', wants: 'create an issue' },
  { phrase: "what's in the current Linear cycle?", provider: 'linear', wants: 'list cycles, or issues' },
  { phrase: 'linear teams', provider: 'linear', wants: 'list teams' },
  { phrase: 'comment on a Linear issue', provider: 'linear', wants: 'create a comment' },

  { phrase: 'subscribe someone to our Mailchimp newsletter', provider: 'mailchimp', wants: 'add or update a list member' },
  { phrase: 'how did the last mailchimp campaign do? open rate', provider: 'mailchimp', wants: 'campaign report' },
  { phrase: 'unsubscribe a member from the mailchimp audience', provider: 'mailchimp', wants: 'update or archive a list member' },
  { phrase: 'send the campaign now in Mailchimp', provider: 'mailchimp', wants: 'POST /campaigns/{campaign_id}/actions/send' },

  { phrase: 'send an e-mail from my Outlook mailbox', provider: 'microsoft-outlook', wants: 'POST /me/sendMail' },
  { phrase: 'unread mail in outlook', provider: 'microsoft-outlook', wants: 'GET /me/messages' },
  { phrase: 'put a meeting into my Outlook calendar', provider: 'microsoft-outlook', wants: 'POST /me/events' },
  { phrase: 'answer an Outlook message', provider: 'microsoft-outlook', wants: 'POST /me/messages/{id}/reply' },

  { phrase: 'post in a Microsoft Teams channel', provider: 'microsoft-teams', wants: 'POST /teams/{id}/channels/{id}/messages' },
  { phrase: 'which teams am I a member of in Microsoft Teams?', provider: 'microsoft-teams', wants: 'GET /me/joinedTeams' },
  { phrase: 'members of a team in Teams', provider: 'microsoft-teams', wants: 'list members of a team or channel' },
  { phrase: 'what was said in the microsoft teams chat recently?', provider: 'microsoft-teams', wants: 'GET /chats/{id}/messages' },

  { phrase: 'query a Notion database for open items', provider: 'notion', wants: 'query a database or data source' },
  { phrase: 'create a page in Notion', provider: 'notion', wants: 'POST /v1/pages' },
  { phrase: 'append a paragraph to a notion page', provider: 'notion', wants: 'PATCH /v1/blocks/{block_id}/children' },
  { phrase: 'search notion for the meeting notes', provider: 'notion', wants: 'POST /v1/search' },

  { phrase: 'generate an image with OpenAI', provider: 'openai', wants: 'POST /images/generations' },
  { phrase: 'turn text into embeddings', provider: 'openai', wants: 'POST /embeddings' },
  { phrase: 'transcribe an audio recording', provider: 'openai', wants: 'POST /audio/transcriptions' },
  { phrase: 'cancel a fine-tuning job', provider: 'openai', wants: 'POST /fine_tuning/jobs/{id}/cancel' },

  { phrase: 'add a deal to Pipedrive', provider: 'pipedrive', wants: 'add a deal' },
  { phrase: 'deals that were won in pipedrive this month', provider: 'pipedrive', wants: 'list deals' },
  { phrase: 'find a person in Pipedrive by phone', provider: 'pipedrive', wants: 'search persons' },
  { phrase: 'stages of a pipedrive pipeline', provider: 'pipedrive', wants: 'list stages' },

  { phrase: 'bill a customer: create an invoice in QuickBooks', provider: 'quickbooks', wants: 'create an invoice' },
  { phrase: 'unpaid invoices in quickbooks', provider: 'quickbooks', wants: 'query' },
  { phrase: 'add a customer in QuickBooks Online', provider: 'quickbooks', wants: 'create a customer' },
  { phrase: 'profit and loss report from quickbooks', provider: 'quickbooks', wants: 'a report' },

  { phrase: 'run a SOQL query', provider: 'salesforce', wants: 'query' },
  { phrase: 'create a lead in Salesforce', provider: 'salesforce', wants: 'create a record' },
  { phrase: 'what fields does the Opportunity object have in Salesforce?', provider: 'salesforce', wants: 'describe an object' },
  { phrase: 'update an account record in salesforce', provider: 'salesforce', wants: 'update a record' },

  { phrase: 'send a transactional mail with SendGrid', provider: 'sendgrid', wants: 'POST /v3/mail/send' },
  { phrase: 'which addresses bounced? sendgrid', provider: 'sendgrid', wants: 'list bounces' },
  { phrase: 'email templates in sendgrid', provider: 'sendgrid', wants: 'list templates' },
  { phrase: 'how many emails were opened last week, by SendGrid', provider: 'sendgrid', wants: 'statistics' },

  { phrase: 'list the orders in our Shopify shop from yesterday', provider: 'shopify', wants: 'list orders' },
  { phrase: 'how many are left in stock of this product in Shopify?', provider: 'shopify', wants: 'inventory, or a product' },
  { phrase: 'create a product in Shopify', provider: 'shopify', wants: 'create a product' },
  { phrase: 'look up a shopify customer', provider: 'shopify', wants: 'list or get customers' },

  { phrase: 'tell the #general channel in slack that the build is done', provider: 'slack', wants: 'chat.postMessage' },
  { phrase: 'create a private channel in Slack', provider: 'slack', wants: 'conversations.create' },
  { phrase: 'react with a thumbs up to a Slack message', provider: 'slack', wants: 'reactions.add' },
  { phrase: 'who is in this slack channel?', provider: 'slack', wants: 'conversations.members' },

  { phrase: "refund a customer's payment in stripe", provider: 'stripe', wants: 'POST /v1/refunds' },
  { phrase: 'cancel a subscription in Stripe', provider: 'stripe', wants: 'DELETE /v1/subscriptions/{id}' },
  { phrase: 'how much money is available in our Stripe account?', provider: 'stripe', wants: 'GET /v1/balance' },
  { phrase: 'give a customer a 20% discount code', provider: 'stripe', wants: 'POST /v1/promotion_codes, or /v1/coupons' },

  { phrase: 'add a card to a Trello list', provider: 'trello', wants: 'create a card' },
  { phrase: 'move a Trello card to Done', provider: 'trello', wants: 'update a card' },
  { phrase: 'what boards do I have in trello?', provider: 'trello', wants: 'list boards' },
  { phrase: 'comment on a trello card', provider: 'trello', wants: 'add a comment' },

  { phrase: "text a customer's phone number", provider: 'twilio', wants: 'POST .../Messages.json' },
  { phrase: 'call someone by phone and play a message', provider: 'twilio', wants: 'POST .../Calls.json' },
  { phrase: 'is this a valid mobile number?', provider: 'twilio', wants: 'GET /v2/PhoneNumbers/{PhoneNumber}' },
  { phrase: 'check the verification code the user typed in', provider: 'twilio', wants: 'POST .../VerificationCheck' },

  { phrase: 'who owes us money? unpaid invoices in Xero', provider: 'xero', wants: 'GET /Invoices' },
  { phrase: 'record a payment for a Xero invoice', provider: 'xero', wants: 'PUT or POST /Payments' },
  { phrase: 'add a supplier in xero', provider: 'xero', wants: 'PUT or POST /Contacts' },
  { phrase: 'balance sheet report in xero', provider: 'xero', wants: 'GET /Reports/BalanceSheet' },

  { phrase: 'open a support ticket in Zendesk', provider: 'zendesk', wants: 'create a ticket' },
  { phrase: 'set a zendesk ticket to solved', provider: 'zendesk', wants: 'update a ticket' },
  { phrase: 'add an internal note to a zendesk ticket', provider: 'zendesk', wants: 'update a ticket, or add a comment' },
  { phrase: 'zendesk tickets that mention the outage', provider: 'zendesk', wants: 'search' },

  { phrase: 'set up a Zoom call for tomorrow', provider: 'zoom', wants: 'create a meeting' },
  { phrase: 'recordings of my zoom meetings', provider: 'zoom', wants: 'list recordings' },
  { phrase: 'who joined the zoom meeting?', provider: 'zoom', wants: 'participants of a past meeting' },
  { phrase: 'cancel a zoom meeting', provider: 'zoom', wants: 'DELETE /meetings/{meetingId}' },
]
