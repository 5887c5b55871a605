"""What does a known sector bring, exactly?"""
