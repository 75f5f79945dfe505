import { useCreateQuestion } from '@ecom-crm/openapi/questions/questions';
import { rules } from '@ecom-crm/openapi/rules';
import { useNavigate } from 'react-router-dom';
import { serverMessage } from '../../components/api-errors';
import { toastFailure } from '../../components/failure-toast';
import { RecordForm } from '../../components/record-form';
import { RecordScreen } from '../../components/record-screen';
import { LineField, TextField } from '../../components/text-fields';
import { NEW_THREAD_STATUS } from '../../components/thread-status';
import { toast } from '../../components/toast-store';
import { questionPaths } from './question-paths';

const fieldRules = rules.CreateQuestionDto;
const empty = { title: '', description: '' };

/** Logs a new customer question. */
export function QuestionNew() {
  const navigate = useNavigate();
  const { mutateAsync: create } = useCreateQuestion({
    mutation: {
      onSuccess: () => toast({ description: 'Customer question created successfully' }),
      onError: (error) => toastFailure(error, { description: serverMessage(error) }),
    },
  });

  return (
    <RecordScreen back={questionPaths.list} title="New Customer Question">
      <RecordForm
        heading="Add a new customer question"
        initialValues={empty}
        fields={['title', 'description']}
        submitLabel="Add Question"
        onSave={({ title, description }) =>
          create({ data: { title: title.trim(), description: description.trim(), status: NEW_THREAD_STATUS } })
        }
        onSaved={() => void navigate(questionPaths.list)}
      >
        <LineField name="title" label="Title" placeholder="Enter a title" rules={fieldRules.title} autoFocus />
        <TextField name="description" label="Description" placeholder="Describe the question" rules={fieldRules.description} />
      </RecordForm>
    </RecordScreen>
  );
}
