import { Modal, type ModalFuncProps } from 'antd';
import { useEffect, useRef } from 'react';

/** A question to be answered by one of two buttons. */
export interface Question extends Pick<ModalFuncProps, 'okText' | 'cancelText' | 'okButtonProps' | 'afterClose'> {
  title: string;
  content: string;
  /** What is done on agreement, while the dialog waits. */
  onOk?: () => Promise<unknown>;
}

interface ConfirmDialogProps {
  question: Question;
  onAnswer: (agreed: boolean) => void;
}

/** Shows a question as soon as it is given; the focus starts on the button that changes nothing. */
export default function ConfirmDialog({ question, onAnswer }: ConfirmDialogProps) {
  const [modal, dialogs] = Modal.useModal();
  const asked = useRef<Question>(undefined);
  useEffect(() => {
    if (asked.current === question) return;
    asked.current = question;
    void modal.confirm({ ...question, focusable: { autoFocusButton: 'cancel' } }).then(onAnswer, () => undefined);
  }, [modal, question, onAnswer]);
  return dialogs;
}
