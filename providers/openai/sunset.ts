import type { Sunset } from '@patchbay/core/provider'

/** The dates are those of https://developers.openai.com/api/docs/deprecations, as it was in November 2026. */
const assistants = { on: '2026-08-26', instead: 'create_response' } satisfies Sunset
/** OpenAI names nothing that takes their place. */
const videos = { on: '2026-09-24' } satisfies Sunset
const evals = { on: '2026-11-30' } satisfies Sunset

/** The APIs in the document that OpenAI has ended, or is about to end: Assistants, Videos and Evals. */
export const sunset = {
  list_assistants: assistants,
  create_assistant: assistants,
  get_assistant: assistants,
  modify_assistant: assistants,
  delete_assistant: assistants,
  create_thread: { on: assistants.on, instead: 'create_conversation' },
  create_thread_and_run: assistants,
  get_thread: { on: assistants.on, instead: 'get_conversation' },
  modify_thread: { on: assistants.on, instead: 'update_conversation' },
  delete_thread: { on: assistants.on, instead: 'delete_conversation' },
  list_messages: { on: assistants.on, instead: 'list_conversation_items' },
  create_message: { on: assistants.on, instead: 'create_conversation_items' },
  get_message: { on: assistants.on, instead: 'get_conversation_item' },
  modify_message: { on: assistants.on, instead: 'create_conversation_items' },
  delete_message: { on: assistants.on, instead: 'delete_conversation_item' },
  list_runs: assistants,
  create_run: assistants,
  get_run: assistants,
  modify_run: assistants,
  cancel_run: assistants,
  list_run_steps: assistants,
  get_run_step: assistants,
  submit_tool_ouputs_to_run: assistants,
  create_video: videos,
  list_videos: videos,
  create_video_character: videos,
  get_video_character: videos,
  create_video_edit: videos,
  create_video_extend: videos,
  get_video: videos,
  delete_video: videos,
  retrieve_video_content: videos,
  create_video_remix: videos,
  list_evals: evals,
  create_eval: evals,
  get_eval: evals,
  update_eval: evals,
  delete_eval: evals,
  get_eval_runs: evals,
  create_eval_run: evals,
  get_eval_run: evals,
  cancel_eval_run: evals,
  delete_eval_run: evals,
  get_eval_run_output_items: evals,
  get_eval_run_output_item: evals,
}
