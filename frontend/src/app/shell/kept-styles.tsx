import { Button, Form, Select, Skeleton } from 'antd';
import TextArea from 'antd/es/input/TextArea';

/**
 * Keeps the styles of what most screens have. antd removes those of a component with its last element and writes them
 * again with the next one; then the browser styles the whole page again, a third of the time that a new screen takes.
 */
export default function KeptStyles() {
  return (
    <div hidden>
      <Button />
      <Skeleton />
      <Select />
      <Form component={false}>
        <Form.Item>
          <TextArea />
        </Form.Item>
      </Form>
    </div>
  );
}
