import { useCreateQuestion } from '@ecom-crm/openapi/questions/questions';
import { rules } from '@ecom-crm/openapi/rules';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useFormPath } from '../../components/drafts/draft-navigation';
import { serverMessage } from '../../components/lib/api-errors';
import { sayNoPhotos } from '../../components/form/pasted-files';
import { RecordForm } from '../../components/form/record-form';
import { WHOLE_LIST } from '../../components/lib/whole-list';
import { RecordScreen } from '../../components/record/record-screen';
import { LineField, TextField } from '../../components/form/text-fields';
import { NEW_THREAD_STATUS } from '../../components/thread/thread-status';
import { useSaving } from '../../components/form/use-saving';
import { questionPaths } from './question-paths';

const fieldRules = rules.CreateQuestionDto;

/** Logs a new customer question; `?title=` fills in how the title begins. */
export function QuestionNew() {
  const navigate = useNavigate();
  const title = useSearchParams()[0].get('title') ?? '';
  const create = useSaving({
    kind: 'question',
    send: useCreateQuestion().mutateAsync,
    done: { description: 'Customer question created successfully' },
    // The form says whether the server was reached.
    failed: (error) => ({ description: serverMessage(error, 'An error occurred') }),
  });

  return (
    <RecordScreen back={questionPaths.list} title="New Customer Question">
      <RecordForm
        heading="Add a new customer question"
        initialValues={{ title, description: '' }}
        path={useFormPath('title')}
        fields={['title', 'description']}
        submitLabel="Add Question"
        onPaste={sayNoPhotos('Questions')}
        onSave={({ title, description }, { idempotency: headers }) =>
          create({
            data: { title: title.trim(), description: description.trim(), status: NEW_THREAD_STATUS },
            headers,
          })
        }
        onSaved={() => void navigate(questionPaths.list, { state: WHOLE_LIST })}
        cancelTo={questionPaths.list}
      >
        <LineField
          name="title"
          label="Title"
          placeholder="Enter a title"
          rules={fieldRules.title}
          beginning={title}
          autoFocus
        />
        <TextField
          name="description"
          label="Description"
          placeholder="Describe the question"
          rules={fieldRules.description}
        />
      </RecordForm>
    </RecordScreen>
  );
}
